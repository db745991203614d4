import type { RequirementId } from '../../../generated/requirements.ts';
import type { Breach } from '../../check.ts';
import { showValue } from '../../client/describe-answer.ts';
import { isObject } from '../is-object.ts';

type Fields = Readonly<Record<string, unknown>>;
type Rule = readonly [
  requirement: RequirementId,
  field: string,
  kind: string,
  sound: (value: unknown) => boolean,
];

const isString = (value: unknown): boolean => typeof value === 'string';
const isStringArray = (value: unknown): boolean => Array.isArray(value) && value.every(isString);
const oneOf =
  (...allowed: readonly string[]) =>
  (value: unknown): boolean =>
    allowed.includes(value as string);

const bubbleStyles = ['rounded', 'square', 'pill'];
const positions = ['bottom-right', 'bottom-left'];

const rules: readonly Rule[] = [
  ['R-2.3-02', 'agent_id', 'a string', isString],
  ['R-2.3-03', 'name', 'a string', isString],
];

const configRules: readonly Rule[] = [
  ['R-2.3-04', 'welcome_message', 'a string', isString],
  ['R-2.3-05', 'suggested_prompts', 'an array of strings', isStringArray],
  ['R-2.3-06', 'theme', 'an object', isObject],
  ['R-2.3-07', 'bubble_style', `one of ${bubbleStyles.join(', ')}`, oneOf(...bubbleStyles)],
  ['R-2.3-08', 'position', `one of ${positions.join(', ')}`, oneOf(...positions)],
  ['R-2.3-09', 'title', 'a string', isString],
];

const colours = [
  'primary_color',
  'background_color',
  'text_color',
  'user_message_color',
  'bot_message_color',
];
const themeRules = colours.map((colour): Rule => ['R-2.3-06', colour, 'a string', isString]);

// A subtitle that is not there may be answered as null: source 2.3 calls it optional and says no more.
const subtitle: Rule = ['R-2.3-10', 'subtitle', 'a string', (value) => value === null || isString(value)];

function apply(some: readonly Rule[], fields: Fields, path: string): readonly Breach[] {
  return some
    .filter(([, field, , sound]) => !sound(fields[field]))
    .map(([requirement, field, kind]) => ({
      requirement,
      expected: `${path}${field} is ${kind}`,
      actual: field in fields ? showValue(fields[field]) : `no field ${path}${field}`,
    }));
}

function judgeConfig(config: Fields): readonly Breach[] {
  const theme = config['theme'];
  return [
    ...apply(configRules, config, 'config.'),
    ...(isObject(theme) ? apply(themeRules, theme, 'config.theme.') : []),
    ...('subtitle' in config ? apply([subtitle], config, 'config.') : []),
  ];
}

/** What a widget configuration breaks of source 2.3, for the chatbot that was asked for. */
export function judgeWidget(body: unknown, chatbotId: string): readonly Breach[] {
  const shape = isObject(body) && isObject(body['config']);
  if (!shape) {
    return [
      { requirement: 'R-4.4-01', expected: 'an object with the object config', actual: showValue(body) },
    ];
  }
  const isAsked: Rule = ['R-2.3-01', 'chatbot_id', JSON.stringify(chatbotId), (value) => value === chatbotId];
  return [...apply([isAsked, ...rules], body, ''), ...judgeConfig(body['config'] as Fields)];
}
