# A machine to grade on; docs/instructors.md has the lines that build it and run it. (It
# is not at the root: Binder would take it there.) The course's folder is mounted over
# /course, so that gradebook, submissions and feedback stay outside of the image.
FROM python:3.12-slim

RUN apt-get update \
    && apt-get install -y --no-install-recommends bubblewrap \
    && rm -rf /var/lib/apt/lists/*

RUN python -m venv /opt/venv
ENV VIRTUAL_ENV=/opt/venv PATH=/opt/venv/bin:$PATH HOME=/tmp
WORKDIR /course

# Compiled here, since whoever runs it may not write into the image.
COPY requirements.lock .
RUN pip install --no-cache-dir uv \
    && uv pip install --no-cache --compile-bytecode -r requirements.lock \
    && uv pip install --no-cache --compile-bytecode --torch-backend cpu torch==2.13.0

COPY pyproject.toml LICENSE ./
COPY minigrad minigrad
COPY autograder autograder
RUN pip install --no-cache-dir --no-deps --editable .

CMD ["python", "-m", "autograder", "--help"]
