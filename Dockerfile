# Guildhall in a container: docker compose up -d
ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS built
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
RUN python -m venv /venv
COPY requirements-postgresql.lock /build/
RUN /venv/bin/pip install --no-deps --require-hashes --requirement /build/requirements-postgresql.lock
# More packages, such as sentry-sdk or games of your own: --build-arg PACKAGES="..."
ARG PACKAGES=""
RUN [ -z "$PACKAGES" ] || /venv/bin/pip install $PACKAGES
COPY requirements-compile.lock /build/
RUN /venv/bin/pip install --target /tools --no-deps --require-hashes --requirement /build/requirements-compile.lock
COPY pyproject.toml setup.py README.md LICENSE /build/
COPY bot /build/bot
COPY cogs /build/cogs
COPY engine /build/engine
COPY images /build/images
# The rules compiled, for hard computers; the tools for it stay behind.
RUN COMPILED=1 PYTHONPATH=/tools /venv/bin/pip install --no-deps --no-build-isolation /build \
    && /venv/bin/python -m compileall -q /venv/lib

FROM python:${PYTHON}-slim
# For copies of a PostgreSQL database.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin guildhall \
    && install --directory --owner=guildhall --group=guildhall /data
COPY --from=built /venv /venv
ENV METRICS_PORT=9464 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s \
    CMD ["/venv/bin/python", "-c", "import os, urllib.request as web; web.urlopen(f\"http://127.0.0.1:{os.environ['METRICS_PORT']}/health\", timeout=4)"]
ENTRYPOINT ["/venv/bin/python", "-m", "bot"]
