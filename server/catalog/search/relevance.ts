import { maskOf, type Postings } from './postings.ts';
import type { Concept, Language, ReadQuery } from './read-query.ts';
import { termOf } from './terms.ts';

/** A document that a query found. */
export interface Match {
  /** The position of the document in the index. */
  readonly id: number;
  readonly score: number;
  /** Whether it has all words of the query. */
  readonly isComplete: boolean;
}

export interface Ranking {
  /** Best first. */
  readonly matches: readonly Match[];
  /** Words of the query that no document has, as they were typed. */
  readonly unknown: readonly string[];
  /** Words of the query that a document does not have. */
  missingIn(id: number): string[];
}

const isThing = maskOf('thing');
const inWords = maskOf('title', 'label', 'option', 'text');
/** What is only wider than the thing that was asked for, such as a lamp for a desk lamp. */
const widerWeight = 3 / 16;
const ownWordBonus = 0.2;
/** What is for other people is hardly close. */
const forOthersFactor = 0.3;
/** The share of a query that a document must have: little of it where it is the thing that is wanted. */
const minShare = 0.35;
const minShareOfThing = 0.15;

interface Weighed {
  readonly concept: Concept;
  /** How much of the query it is: rare words say more, and words that no document has say most. */
  readonly importance: number;
  /** How well each document matches it. */
  readonly weights: Float32Array;
  readonly isUnknown: boolean;
}

/** The documents that match enough of a query. */
export function rank(
  { concepts, head }: ReadQuery,
  postings: Postings,
  documentCount: number,
  { importanceOf }: Pick<Language, 'importanceOf'>,
): Ranking {
  const weighed = concepts.map((concept): Weighed => {
    const weights = weightsOf(concept, concept === head, postings, documentCount);
    const count = weights.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0);
    const isUnknown = count === 0;
    return {
      concept,
      weights,
      isUnknown,
      importance: importanceOf(concept, documentCount / (count || 0.5), isUnknown),
    };
  });
  const total = weighed.reduce((sum, { importance }) => sum + importance, 0);
  const wanted = weighed.find(({ concept }) => concept === head);
  const least = (wanted === undefined ? minShare : minShareOfThing) * total;
  const matches: Match[] = [];
  for (let id = 0; id < documentCount; id += 1) {
    if (wanted?.weights[id] === 0) continue;
    const { score, share, isComplete } = scoreOf(id, weighed);
    if (share > 0 && share >= least) matches.push({ id, score, isComplete });
  }
  return {
    matches: matches.sort((left, right) => right.score - left.score || left.id - right.id),
    unknown: weighed.filter(({ isUnknown }) => isUnknown).map(({ concept }) => concept.typed),
    missingIn: (id) => weighed.flatMap(({ concept, weights }) => missingWords(concept, weights[id] ?? 0)),
  };
}

function scoreOf(
  id: number,
  weighed: readonly Weighed[],
): { score: number; share: number; isComplete: boolean } {
  let [score, share, isComplete, factor] = [0, 0, true, 1];
  for (const { concept, importance, weights } of weighed) {
    const weight = weights[id] ?? 0;
    const isFull = weight > widerWeight;
    isComplete &&= isFull;
    if (weight === 0 && concept.role === 'audience') factor = forOthersFactor;
    score += importance * weight;
    share += isFull ? importance : weight > 0 ? importance / 2 : 0;
  }
  return { score: score * factor, share, isComplete };
}

function weightsOf(
  concept: Concept,
  isHead: boolean,
  postings: Postings,
  documentCount: number,
): Float32Array {
  const weights = new Float32Array(documentCount);
  const { things, wider, words } = concept;
  for (const { phrase, weight } of things) postings.raise(weights, [thingTerm(phrase)], isThing, weight);
  if (isHead) {
    for (const phrase of wider) postings.raise(weights, [thingTerm(phrase)], isThing, widerWeight);
    addOwnWords(weights, concept, postings);
  } else for (const { terms, weight } of words) postings.raise(weights, terms, inWords, weight);
  return weights;
}

/** What is not the thing that is wanted does not become it by a word; among what is, its word in a title counts more. */
function addOwnWords(weights: Float32Array, { words }: Concept, postings: Postings): void {
  const own = new Float32Array(weights.length);
  for (const { terms, weight } of words) postings.raise(own, terms, inWords, weight * ownWordBonus);
  for (const [id, weight] of weights.entries())
    if (weight > widerWeight) weights[id] = weight + (own[id] ?? 0);
}

/** Of "waterproof jacket", a jacket has only `waterproof` missing. */
function missingWords({ typed, wider }: Concept, weight: number): string[] {
  if (weight > widerWeight) return [];
  const has = weight > 0 ? wider.flatMap((phrase) => phrase.split(' ')) : [];
  const missing = typed.split(' ').filter((word) => !has.includes(termOf(word)));
  return missing.length > 0 ? [missing.join(' ')] : [];
}

/** A thing is one term. */
export function thingTerm(phrase: string): string {
  return phrase.replaceAll(' ', '_');
}
