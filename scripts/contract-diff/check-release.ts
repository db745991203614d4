import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCitations } from '../contract/requirements.ts';
import { changelogName, changelogNames, type Change } from './change.ts';
import { compareDocuments, type ContractDiff } from './compare-contracts.ts';
import { listRequirements } from './compare-requirements.ts';
import { readDocuments, versionOf, type ContractDocuments } from './read-documents.ts';

/** What the gate reads: the newest release, the documents of spec/ and spec/CHANGELOG.md. */
export interface ReleaseSources {
  readonly release: ContractDocuments;
  readonly documents: ContractDocuments;
  readonly changelog: string;
}

/**
 * Compares spec/ with its newest release (decision 0052). Returns one line for each rule that is broken: the version
 * follows from the changes, the change log names each of them, and each new thing has a requirement or a decision.
 */
export function checkRelease(specFolder: string): string[] {
  const newest = listReleases(specFolder).at(-1);
  if (newest === undefined)
    return ['spec/released has no release: copy the documents to spec/released/<version>/'];
  const release = readDocuments(join(specFolder, 'released', newest));
  const changelog = readFileSync(join(specFolder, 'CHANGELOG.md'), 'utf8');
  return [
    ...(versionOf(release.openapi) === newest
      ? []
      : [`spec/released/${newest} has another version in openapi.yaml`]),
    ...findReleaseProblems({ release, documents: readDocuments(specFolder), changelog }),
  ];
}

/** The versions in spec/released, oldest first. */
export function listReleases(specFolder: string): string[] {
  const folder = join(specFolder, 'released');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).toSorted(compareVersions);
}

/** The problems of documents in memory: see `checkRelease`. */
export function findReleaseProblems({ release, documents, changelog }: ReleaseSources): string[] {
  const diff = compareDocuments(release, documents);
  return [
    ...unequalVersions(documents),
    ...versionProblems(diff),
    ...changelogProblems(diff, changelog),
    ...additionProblems(diff, release, documents),
  ];
}

function unequalVersions({ openapi, asyncapi, requirements }: ContractDocuments): string[] {
  const version = versionOf(openapi);
  const others = { 'asyncapi.yaml': versionOf(asyncapi), 'requirements.yaml': versionOf(requirements) };
  return Object.entries(others)
    .filter(([, other]) => other !== version)
    .map(
      ([file, other]) =>
        `${file} has version ${other} and openapi.yaml ${version}: set one version in all three`,
    );
}

function versionProblems(diff: ContractDiff): string[] {
  const lowest = nextVersion(diff);
  if (compareVersions(diff.new, lowest) >= 0) return [];
  const [first] = diff.changes;
  if (first === undefined) return [];
  const reason = `${first.effect}: ${first.where}, ${first.what}`;
  return [
    `version ${diff.new} does not follow from the changes since ${diff.old} (${reason}): set it to ${lowest} or later in openapi.yaml, asyncapi.yaml and requirements.yaml`,
  ];
}

/** A breaking change takes a major version, an obligation a minor one, any other a patch. */
function nextVersion({ old, breaking, obligations }: ContractDiff): string {
  const [major = 0, minor = 0, patch = 0] = numbersOf(old);
  if (breaking > 0) return `${major + 1}.0.0`;
  return obligations > 0 ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const difference = left.map((part, index) => part - (right[index] ?? 0)).find((part) => part !== 0);
  return difference ?? 0;
}

/** One line for each thing that changed and that no line of the version's part of the change log names in backticks. */
function changelogProblems(diff: ContractDiff, changelog: string): string[] {
  const named = namesIn(changelog, diff.new);
  const missing = diff.changes.filter(
    (change) => !changelogNames(change).some((name) => named.has(name.toLowerCase())),
  );
  return [...Map.groupBy(missing, (change) => changelogName(change))].map(([name, changes]) => {
    const more = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
    return `CHANGELOG.md has no line on \`${name}\` under "## ${diff.new}" (${changes[0]?.where}: ${changes[0]?.what}${more}): add one with the name in backticks`;
  });
}

function namesIn(changelog: string, version: string): Set<string> {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.split(/\s/, 1)[0] === version) ?? '';
  return new Set([...part.matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? '').toLowerCase()));
}

/** New things that no new requirement of their operations and events names, and no new or changed decision. */
function additionProblems(
  diff: ContractDiff,
  release: ContractDocuments,
  documents: ContractDocuments,
): string[] {
  const known = new Set(listRequirements(release.requirements).map(({ id }) => id));
  const fresh = listRequirements(documents.requirements).filter(({ id }) => !known.has(id));
  const decisions = decisionTexts(diff, documents);
  return diff.changes.flatMap((change) => {
    if (change.addition === null) return [];
    const words = wordsOf(change);
    const cited = new Set(change.uses.flatMap((use) => citedBy(documents, use)));
    const required = fresh.some(({ id, text }) => cited.has(id) && words.some((word) => hasWord(text, word)));
    const decided = decisions.some((text) => words.some((word) => text.includes(`\`${word}\``)));
    return required || decided ? [] : [describeAddition(change, words)];
  });
}

function describeAddition({ addition, where, uses }: Change, words: readonly string[]): string {
  const word = words.join(' or ');
  return `${addition} ${where} is new and has no requirement: add one that says "${word}" to requirements.yaml and cite it in x-requirements of ${uses.join(', ')}, or name \`${word}\` in a decision`;
}

/** How a text may name the new thing. */
function wordsOf({ addition, names }: Change): readonly string[] {
  return addition === 'operation' ? names : names.slice(-1);
}

function hasWord(text: string, word: string): boolean {
  return text.split(/[^\w.\-/]+/).some((part) => part === word || part.split('.').includes(word));
}

function decisionTexts(diff: ContractDiff, { decisions }: ContractDocuments): string[] {
  const changed = new Set(
    diff.changes.filter(({ rule }) => /^decision-(added|changed)$/.test(rule)).flatMap(({ names }) => names),
  );
  return decisions
    .filter(({ id }) => changed.has(id))
    .map(({ parts }) => parts.map(({ text }) => text).join('\n'));
}

/** The requirements that an operation or an event cites, itself or with all others of its document. */
function citedBy(documents: ContractDocuments, use: string): string[] {
  const [first = '', event = ''] = use.split(' ');
  const isCiting = (place: string): boolean =>
    first === 'event'
      ? place === `event ${event}` || place.startsWith('channel ')
      : place === first || place === 'every operation';
  return findCitations(documents)
    .filter(({ place }) => isCiting(place))
    .map(({ requirement }) => requirement);
}
