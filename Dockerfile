# The packages are installed apart from the sources, so that a change of the sources does not install them anew.
FROM python:3.11-slim AS packages
COPY requirements.txt .
RUN python -m venv /packages && /packages/bin/pip install --no-cache-dir --require-hashes -r requirements.txt

FROM python:3.11-slim
RUN useradd --system --no-create-home cards
COPY --from=packages /packages /packages
ENV PATH=/packages/bin:$PATH PYTHONUNBUFFERED=1 PORT=8000
WORKDIR /cheat
COPY app.py gunicorn.conf.py ./
COPY templates templates
COPY static static
COPY cheat cheat
COPY docs/games docs/games
RUN python -m compileall -q cheat
USER cards
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=4)"]
CMD ["gunicorn", "app:app"]
