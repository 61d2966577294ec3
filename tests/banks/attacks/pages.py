"""Scripts that would run in the feedback, or in the browser of whoever grades."""

from .kit import attack

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(1)>"


@attack
def scripts_in_outputs(work):
    work.cell(f"""
from IPython.display import HTML, SVG, Javascript, Markdown, Latex, IFrame, display
for show in (HTML, Markdown, Latex):
    display(show({SCRIPT!r}))
display(Javascript("alert(1)"))
display(IFrame("http://example.org", 9, 9))
display(SVG('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'))
display({{"text/html": {SCRIPT!r}, "image/png": '"><script>alert(1)</script>',
         "image/svg+xml": "<svg onload=alert(1)/>", "text/plain": {SCRIPT!r},
         "application/vnd.jupyter.widget-view+json": "x"}}, raw=True)
""")


@attack
def scripts_in_text(work):
    work.cell(f"print({SCRIPT!r})\nimport sys\nsys.stderr.write({SCRIPT!r})")
    work.cell(f"raise ValueError({SCRIPT!r})")
    work.cell(f"type({SCRIPT!r}, (Exception,), {{}})")
    work.cell(f"raise type({SCRIPT!r}, (Exception,), {{}})({SCRIPT!r})")
    work.cell("print('\\x1b]8;;javascript:alert(1)\\x1b\\\\click\\x1b]8;;\\x1b\\\\')")


@attack
def scripts_in_the_answer(work):
    work["keep"].source = f"""
{SCRIPT} <svg onload=alert(1)> [a](javascript:alert(1))
<a href="javascript:alert(1)">b</a>
<iframe src="javascript:alert(1)"></iframe>
<form action="/formgrader"><input name=a></form>
<div onclick="alert(1)" style="position:fixed;inset:0">c</div>
<style>body {{display: none}}</style> <base href="http://example.org/">
$\\href{{javascript:alert(1)}}{{x}}$ `</code>{SCRIPT}`
"""


@attack
def scripts_in_cells(work):
    work.cell(SCRIPT, kind="raw")
    work.cell(
        SCRIPT + "<math><mtext></p><style><img src=x onerror=alert(1)>", kind="markdown"
    )
    work.cell(f"# {SCRIPT}\n'''</pre></div>{SCRIPT}'''")
    work.notebook.cells[-1].metadata["raw_mimetype"] = "text/html"
    work.notebook.metadata.title = SCRIPT


@attack
def scripts_in_attachments(work):
    work["keep"].source = '![x](attachment:a"onerror="alert(1))'
    work["keep"].attachments = {
        'a"onerror="alert(1)': {"image/png": '"><script>alert(1)</script>'},
        "b": {"image/svg+xml": "<svg onload=alert(1)/>", "text/html": SCRIPT},
    }


@attack
def scripts_in_what_the_judge_repeats(work):
    work.cell(f"""
@piece
class Mul(Op):
    @staticmethod
    def forward(ctx, a, b):
        raise NotImplementedError({SCRIPT!r})
    @staticmethod
    def backward(ctx, grad):
        raise ValueError({SCRIPT!r})
""")


@attack
def texts_that_take_hours(work):
    for marks in ("\\begin{a}", "<div>", "[", "# a\n", "<![CDATA["):
        work.cell(marks * (900_000 // len(marks)), kind="markdown")
    work["keep"].source = "<p><b>" * 100_000


@attack
def a_picture_of_everything(work):
    work[
        "keep"
    ].source = "![](attachment:a) ![](&#97;ttachment:b) ![][c]\n\n[c]: attachment:c"
    work["keep"].attachments = {"a": {"image/png": '"></p><script>alert(1)</script>'}}
