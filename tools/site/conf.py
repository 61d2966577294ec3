"""Sphinx's settings for the pages."""

from tools.site.pages import REPOSITORY, ROOT

project = "Build the engine"
author = "the course authors"
root_doc = "index"
language = "en"
smartquotes = False
suppress_warnings = ["misc.highlighting_failure"]  # Python with `!pip` in it
extensions = ["myst_nb"]
html_theme = "furo"
html_title = project
pygments_dark_style = "github-dark"
html_show_copyright = False  # templates/page.html says more
html_show_sphinx = False
html_use_index = False
html_copy_source = False
html_permalinks_icon = "#"
html_static_path = ["static", str(ROOT / "tools/slides/vendor/katex-0.19.1")]
html_css_files = ["katex.min.css", "site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
templates_path = ["templates"]
# `tags` is Sphinx's: `pages.build` says with one whether there is a lab.
html_context = {"repository": REPOSITORY, "lab": tags.has("lab")}  # noqa: F821

# What stands in the notebooks, and nothing run.
nb_execution_mode = "off"
nb_merge_streams = True
nb_code_prompt_show = "Show the {type}"
nb_code_prompt_hide = "Hide the {type}"
# Without a kernel a widget is nothing: its HTML is a picture, or the live explorer.
nb_mime_priority_overrides = [
    ("html", "application/vnd.jupyter.widget-view+json", None),
    ("html", "text/html", 1),
]

# Headings are linked as JupyterLab links them.
myst_heading_anchors = 6
myst_heading_slug_func = "tools.site.pages.slug"
myst_enable_extensions = ["amsmath", "dollarmath", "html_image"]
myst_update_mathjax = False
# KaTeX sets the formulas, on pages that have some.
mathjax_path = "formulas.js"
mathjax_options = {"defer": "defer"}
