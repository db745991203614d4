// Runs before every npm script, on Node 18 or later, so it is plain JavaScript without dependencies. Installs what
// package-lock.json states, unless it is there, and builds widget, dashboard and docs for `--serve` (npm start,
// npm run agent-service), which needs no development tools once dist/ is built.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const widget = join(root, 'dist', 'embed', 'chatbot.js');
const widgetSources = join(root, 'server', 'embed', 'widget', 'browser');
const dashboard = join(root, 'dist', 'dashboard', 'index.html');
const dashboardSources = join(root, 'server', 'dashboard', 'browser');
const docs = join(root, 'dist', 'docs', 'index.html');
const docsHash = join(root, 'dist', 'docs', 'spec-hash.json');
const specHash = join(root, 'generated', 'spec-hash.json');
const minNode = [22, 18];

function fail(message) {
  console.error(message);
  process.exit(1);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

function packagesOf(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : {};
}

/** Compares package-lock.json with the lockfile that npm keeps in node_modules about what it installed. */
function isInstalled(withTools) {
  const installed = packagesOf(join(modules, '.package-lock.json'));
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, dev, devOptional }]) =>
      path === '' || optional || ((dev || devOptional) && !withTools) || installed[path]?.version === version,
  );
}

function install() {
  console.error('Installing the packages of package-lock.json ...');
  const npm = process.env.npm_execpath;
  // No package needs its install script; without the option, npm 10 compiles better-sqlite3, which brings its binaries.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm && /\.c?js$/.test(npm)) run(process.execPath, [npm, ...args]);
  else run('npm', args);
}

// npm puts node_modules/.bin first on the path, so the scripts run on the Node that the install brings.
function nodeForScripts() {
  const bundled = join(modules, '.bin', 'node');
  if (existsSync(bundled)) return bundled;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < minNode[0] || (major === minNode[0] && minor < minNode[1])) {
    fail(
      `Node ${minNode.join('.')} or later is needed; this is ${process.versions.node}. See https://nodejs.org`,
    );
  }
  return process.execPath;
}

function isStale(output, sources) {
  if (!existsSync(output)) return true;
  const builtAt = statSync(output).mtimeMs;
  return readdirSync(sources).some((name) => statSync(join(sources, name)).mtimeMs > builtAt);
}

/** Whether the docs were built from another contract than generated/ has. */
function areDocsStale() {
  if (!existsSync(docs) || !existsSync(docsHash)) return true;
  return readFileSync(docsHash, 'utf8') !== readFileSync(specHash, 'utf8');
}

const serve = process.argv.includes('--serve');
const isBuilt = [widget, dashboard, docs].every((file) => existsSync(file));
if (!isInstalled(true) && !(serve && isBuilt && isInstalled(false))) install();
const node = nodeForScripts();
// A production install has no bundler, and serves what `npm run build` made before.
if (isInstalled(true)) {
  if (isStale(widget, widgetSources)) run(node, ['scripts/build.ts', 'widget']);
  // The dashboard shows the widget in its preview.
  const isDashboardStale = [dashboardSources, widgetSources].some((sources) => isStale(dashboard, sources));
  if (isDashboardStale) run(node, ['scripts/build.ts', 'dashboard']);
  if (serve && areDocsStale()) run(node, ['scripts/build.ts', 'docs']);
}
