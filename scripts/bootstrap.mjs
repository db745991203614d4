// Runs before every npm script, on whatever Node the machine has (18 or later), and so is plain JavaScript
// without dependencies. It installs what the lockfile says, once; the install brings a Node of its own.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed-lockfile');
const oldestNode = [22, 18];

function fail(message) {
  console.error(message);
  process.exit(1);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

function lockfileHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function installOnce() {
  const wanted = lockfileHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing what package-lock.json names ...');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm && /\.c?js$/.test(npm)) run(process.execPath, [npm, ...args]);
  else run('npm', args);
  writeFileSync(stamp, wanted);
}

// npm puts node_modules/.bin first on the path, so the scripts run on the Node that was just installed.
function nodeForScripts() {
  const bundled = join(modules, '.bin', 'node');
  if (existsSync(bundled)) return bundled;
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    fail(
      `Node ${oldestNode.join('.')} or later is needed; this is ${process.versions.node}. See https://nodejs.org`,
    );
  }
  return process.execPath;
}

function isWidgetStale() {
  const built = join(root, 'dist', 'embed', 'chatbot.js');
  const sources = join(root, 'server', 'embed', 'widget', 'browser');
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  return readdirSync(sources).some((name) => statSync(join(sources, name)).mtimeMs > builtAt);
}

installOnce();
const node = nodeForScripts();
if (!existsSync(join(root, 'generated', 'operations.ts'))) run(node, ['scripts/generate.ts']);
if (isWidgetStale()) run(node, ['scripts/build-widget.ts']);
if (process.argv.includes('--browser')) run(node, ['scripts/fetch-browser.ts']);
if (process.argv.includes('--docs') && !existsSync(join(root, 'dist', 'docs', 'index.html'))) {
  run(node, ['scripts/docs.ts', '--quiet']);
}
