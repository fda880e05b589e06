# syntax=docker/dockerfile:1

# Compiles the package and its page. Nothing of this stage but dist/ reaches the image.
FROM node:24-slim AS build
WORKDIR /soni
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

# What runs: the versions of the lock file, without what only tests and builds need. Stores, models and the background channel, whose
# packages each project installs as it needs them, are all in the image.
FROM node:24-slim AS dependencies
WORKDIR /soni
COPY package.json package-lock.json .npmrc ./
RUN node --eval "const { peerDependencies, peerDependenciesMeta, devDependencies, ...file } = JSON.parse(fs.readFileSync('package.json')); \
    for (const name in peerDependencies) file.dependencies[name] = devDependencies[name]; \
    fs.writeFileSync('package.json', JSON.stringify(file))" \
  && npm ci --omit=dev

FROM node:24-slim
ENV NODE_ENV=production SONI_CACHE=/tmp/soni
WORKDIR /app
COPY --from=dependencies /soni/node_modules node_modules
COPY --from=build /soni/dist node_modules/soni/dist
COPY package.json LICENSE node_modules/soni/
COPY templates node_modules/soni/templates
COPY examples node_modules/soni/examples
# Your own goes here: COPY it in an image of your own, or mount it. What its code imports is found in /app/node_modules.
COPY examples/flight_booking assistant
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# At SIGTERM what is new is refused and turns under way are finished: give it 25 seconds.
ENTRYPOINT ["node", "node_modules/soni/dist/cli/main.js"]
CMD ["serve", "assistant", "--host", "0.0.0.0", "--port", "3000"]
