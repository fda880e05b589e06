# syntax=docker/dockerfile:1

# Compiles the package and its page. Nothing of this stage but dist/ reaches the image.
FROM node:24-slim AS build
WORKDIR /soni
COPY package.json package-lock.json .npmrc ./
RUN npm install
COPY . .
RUN npm run build

# What runs: the versions of the lock file, without what only tests and builds need; the queue of the background channel with it.
FROM node:24-slim AS dependencies
WORKDIR /soni
COPY package.json package-lock.json .npmrc ./
RUN npm pkg set dependencies.pg-boss="$(npm pkg get devDependencies.pg-boss | tr -d '"')" \
  && npm pkg delete devDependencies peerDependencies peerDependenciesMeta \
  && npm install --omit=dev

FROM node:24-slim
ENV NODE_ENV=production SONI_CACHE=/cache
WORKDIR /soni
COPY --from=dependencies /soni/node_modules node_modules
COPY --from=build /soni/dist dist
COPY package.json LICENSE ./
# Your own assistant goes here: COPY it in an image of your own, or mount it.
COPY examples/flight_booking /assistant
# Node needs to be told once that the assistant's code may use the packages that are here.
RUN ln -s /soni/node_modules /node_modules && install -d -o node -g node /cache
USER node
EXPOSE 3000
# The shape of a SIGTERM: what is new is refused, turns under way are finished. Give it 25 seconds before killing.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/soni/dist/cli/main.js"]
CMD ["serve", "/assistant", "--host", "0.0.0.0", "--port", "3000"]
