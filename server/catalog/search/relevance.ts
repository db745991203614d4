import { thingTerm } from './lexicon.ts';
import { maskOf, type Postings } from './postings.ts';
import type { Concept, ReadQuery, Wording } from './read-query.ts';
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
const inNames = maskOf('title', 'label', 'option');
const inWords = inNames | maskOf('text');
/** What is only wider than the thing that was asked for, such as a lamp for a desk lamp. */
const widerWeight = 3 / 16;
const ownWordBonus = 0.2;
/** A thing whose words a document has, the last as what it is, the others in its names: a chair of the category "Garden". */
const namedWeight = 0.8;
/** Of a thing that the shop does not have, what means the same is looked for in all words. */
const mentionWeight = 0.5;
/** What is for other people is hardly close. */
const forOthersFactor = 0.3;
/** The share of a query that a document must have: little of it where it is the thing that is wanted. */
const minShare = 0.2;
const minShareOfThing = 0.15;
/** Without the thing that is wanted, more of the rest must be there. */
const minShareWithoutThing = 0.3;
const minWordsWithoutThing = 2;
/** Its own word in a title: a cushion cover for a cushion. */
const minMentionAlone = 0.4;

interface Weighed {
  readonly concept: Concept;
  /** How much of the query it is: rare words say more, and words that no document has say most. */
  readonly importance: number;
  /** How well each document matches it. */
  readonly weights: Float32Array;
  readonly isUnknown: boolean;
}

/** A product for others is not what is wanted, however many there are. */
const audienceImportance = 3;
/** Numbers, and occasions and qualities that no product names, are no reason to find nothing. */
const minorFactor = 0.4;

/** Rare words say more, and words that no product has say most. `rarity`: documents for each that has it. */
function importanceOf({ role, typed }: Concept, rarity: number, isUnknown: boolean): number {
  if (role === 'audience') return audienceImportance;
  const isMinor = /^\d+$/.test(typed) || (role === 'quality' && isUnknown);
  return Math.log(1 + rarity) * (isMinor ? minorFactor : 1);
}

/** Of the documents that are allowed, those that match enough of a query. */
export function rank(
  { concepts, heads }: ReadQuery,
  postings: Postings,
  documentCount: number,
  isAllowed: ((id: number) => boolean) | undefined,
): Ranking {
  const weigh = (concept: Concept, all: Float32Array): Weighed => {
    const count = all.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0);
    const importance = importanceOf(concept, documentCount / (count || 0.5), count === 0);
    const weights =
      isAllowed === undefined ? all : all.map((weight, id) => (weight > 0 && isAllowed(id) ? weight : 0));
    return { concept, weights, isUnknown: count === 0, importance };
  };
  const isThere = (concept: Concept): boolean =>
    weigh(concept, weightsOf(concept, true, postings, documentCount)).weights.some((weight) => weight > 0);
  const [last] = heads;
  const head = heads.length > 1 ? (heads.find(isThere) ?? last) : last;
  const weighed = concepts.map((concept) =>
    weigh(concept, weightsOf(concept, concept === head, postings, documentCount)),
  );
  const wanted = weighed.find(({ concept }) => concept === head);
  const isAbsent = wanted?.weights.every((weight) => weight === 0) === true;
  const used = isAbsent
    ? weighed.map((each) =>
        each === wanted ? weigh(each.concept, mentionsOf(each.concept, postings, documentCount)) : each,
      )
    : weighed;
  const total = used.reduce((sum, { importance }) => sum + importance, 0);
  const share = isAbsent ? minShareWithoutThing : wanted === undefined ? minShare : minShareOfThing;
  const isNear = (id: number): boolean =>
    used.some(({ concept, weights }) => concept.role !== 'quality' && (weights[id] ?? 0) > minMentionAlone);
  const isOther = (id: number): boolean => !isAbsent && wanted?.weights[id] === 0;
  let mostOfThing = 0;
  for (let id = 0; id < documentCount; id += 1)
    if (!isOther(id)) mostOfThing = Math.max(mostOfThing, shareOf(id, used));
  const matches: Match[] = [];
  for (let id = 0; id < documentCount; id += 1) {
    const own = shareOf(id, used);
    // A moka pot for six cups is no cup: it has more of the query than any cup.
    if (own === 0 || own < share * total || (isOther(id) && own <= mostOfThing)) continue;
    const { score, count, isComplete } = scoreOf(id, used);
    if (isAbsent && count < minWordsWithoutThing && !isNear(id)) continue;
    matches.push({ id, score, isComplete: isComplete && !isAbsent });
  }
  return {
    matches: matches.sort((left, right) => right.score - left.score || left.id - right.id),
    unknown: weighed.filter(({ isUnknown }) => isUnknown).map(({ concept }) => concept.typed),
    missingIn: (id) => weighed.flatMap(({ concept, weights }) => missingWords(concept, weights[id] ?? 0)),
  };
}

/** The importance of the words that a document has. */
function shareOf(id: number, weighed: readonly Weighed[]): number {
  let share = 0;
  for (const { importance, weights } of weighed) {
    const weight = weights[id] ?? 0;
    share += weight > widerWeight ? importance : weight > 0 ? importance / 2 : 0;
  }
  return share;
}

/** `count`: how many concepts match. */
function scoreOf(
  id: number,
  weighed: readonly Weighed[],
): Pick<Match, 'score' | 'isComplete'> & { count: number } {
  let [score, count, isComplete, factor] = [0, 0, true, 1];
  for (const { concept, importance, weights } of weighed) {
    const weight = weights[id] ?? 0;
    isComplete &&= weight > widerWeight;
    if (weight === 0 && concept.role === 'audience') factor = forOthersFactor;
    score += importance * weight;
    count += weight > 0 ? 1 : 0;
  }
  return { score: score * factor, count, isComplete };
}

/** How well each document matches a concept: as what it is where that is wanted, or else in any words. */
export function weightsOf(
  concept: Concept,
  isHead: boolean,
  postings: Postings,
  documentCount: number,
): Float32Array {
  const weights = new Float32Array(documentCount);
  const { things, wider, words } = concept;
  for (const { phrase, weight } of things) postings.raise(weights, [thingTerm(phrase)], isThing, weight);
  raiseByNames(weights, concept, postings);
  if (isHead) {
    for (const phrase of wider) postings.raise(weights, [thingTerm(phrase)], isThing, widerWeight);
    addOwnWords(weights, concept, postings);
  } else
    for (const wording of words) postings.raise(weights, wording.terms, placesFor(wording), wording.weight);
  return weights;
}

/** "Fishing rod": a rod of the category "Fishing". */
function raiseByNames(weights: Float32Array, { things }: Concept, postings: Postings): void {
  for (const { phrase, wider, weight } of things) {
    const words = phrase.slice(0, wider === undefined ? undefined : -wider.length).trim();
    const terms = [...words.split(' '), ...(wider === undefined ? [] : [thingTerm(wider)])];
    if (terms.length > 1) postings.raise(weights, terms, inNames | isThing, weight * namedWeight);
  }
}

/** What means the same as a thing that no document is, in any words. */
function mentionsOf({ things, words }: Concept, postings: Postings, documentCount: number): Float32Array {
  const weights = new Float32Array(documentCount);
  for (const { phrase, weight } of things)
    postings.raise(weights, phrase.split(' '), inWords, weight * mentionWeight);
  for (const wording of words)
    postings.raise(weights, wording.terms, placesFor(wording), wording.weight * mentionWeight);
  for (const term of words[0]?.terms ?? []) postings.raise(weights, [term], inNames, mentionWeight);
  return weights;
}

function placesFor({ isNameOnly = false }: Wording): number {
  return isNameOnly ? inNames : inWords;
}

/** What is not the thing that is wanted does not become it by a word; among what is, its word in a title counts more. */
function addOwnWords(weights: Float32Array, { words }: Concept, postings: Postings): void {
  const own = new Float32Array(weights.length);
  for (const wording of words)
    postings.raise(own, wording.terms, placesFor(wording), wording.weight * ownWordBonus);
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
