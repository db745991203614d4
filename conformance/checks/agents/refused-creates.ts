import type { Violation } from '../../arbitraries/violations.ts';
import type { CaseBreach, CheckContext } from '../../check.ts';
import type { AgentCreate } from '../../client/contract-client.ts';
import { describeAnswer, showValue } from '../../client/describe-answer.ts';
import type { Exchange } from '../../client/exchange.ts';
import { judgeErrorBody } from '../errors/judge-error.ts';
import { isObject } from '../is-object.ts';
import { clauseOfViolation, valueAt } from './agent-fields.ts';
import { isAccepted, markOf, sendBrokenCreate, withConfig } from './create.ts';
import { agentsIn, readList } from './judge-list.ts';

/** The valid twin, marked in each text so that an agent made of a broken one is found again. */
export async function markedTwin(context: CheckContext): Promise<AgentCreate> {
  const mark = `${markOf(context)} refused`;
  const plain = await context.fixtures.acceptedCreate();
  return withConfig({ ...plain, name: mark, description: mark }, { system_prompt: mark });
}

function describeViolation({ path, rule, body }: Violation): string {
  if (rule === 'required') return `without ${path}`;
  return path === '' ? `whose body is ${showValue(body)}` : `with ${path} ${showValue(valueAt(body, path))}`;
}

/** A create with one thing wrong has to be 400, in an error body. Source 4.3 and 7. */
export async function judgeViolation(
  context: CheckContext,
  violation: Violation,
): Promise<readonly CaseBreach[]> {
  const exchange = await sendBrokenCreate(context, violation.body);
  if (exchange.status === 400) return judgeErrorBody(exchange);
  const clause = isAccepted(exchange) ? clauseOfViolation(violation.path, violation.rule) : 'R-7-06';
  const expected = `status 400 for a create ${describeViolation(violation)}`;
  return [{ requirement: clause, expected, actual: describeAnswer(exchange), exchange }];
}

function isMarked(agent: unknown, mark: string): boolean {
  if (!isObject(agent)) return false;
  const texts = [agent['name'], agent['description'], valueAt(agent, 'config.system_prompt')];
  return texts.includes(mark);
}

/** Source 4.3: a refused create creates nothing. `accepted` were answered as created, which is told elsewhere. */
export async function judgeNothingCreated(context: CheckContext, accepted: number): Promise<Exchange> {
  const exchange = await readList(context);
  const mark = `${markOf(context)} refused`;
  const marked = (agentsIn(exchange) ?? []).filter((agent) => isMarked(agent, mark));
  if (marked.length > accepted) {
    const actual = `${marked.length} agents of refused creates in the list, such as ${showValue(marked[0])}`;
    context.breach(
      { requirement: 'R-4.3-09', expected: 'a refused create creates nothing', actual },
      exchange,
    );
  }
  return exchange;
}
