import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../exchange.ts';
import { cookiesOf, receivedHeaders } from './received-credentials.ts';

const key = 'svc_0123456789abcdefghijklmnopqrstuv';

function responseWith(headers: Readonly<Record<string, string>>): Exchange {
  return { headers } as Partial<Exchange> as Exchange;
}

describe('cookiesOf', () => {
  it.each([
    [undefined, []],
    ['a=b', ['a=b']],
    ['a=b; Path=/, c=d; HttpOnly', ['a=b', 'c=d']],
    ['a=b; Expires=Wed, 09 Jun 2027 10:18:14 GMT, c=d', ['a=b', 'c=d']],
  ])('splits %s at its cookies and not within a date', (header, cookies) => {
    expect(cookiesOf(responseWith(header === undefined ? {} : { 'set-cookie': header }))).toEqual(cookies);
  });
});

describe('receivedHeaders', () => {
  it('returns the cookies and tokens of all responses, and the token against forged forms as a header', () => {
    const responses = [
      responseWith({ 'set-cookie': 'sid=1; Secure, XSRF-TOKEN=t=1' }),
      responseWith({ 'set-cookie': 'sid=1; Secure', 'x-auth-token': 'abc', 'content-type': 'text/plain' }),
    ];
    expect(receivedHeaders(responses, key)).toEqual({
      cookie: 'sid=1; XSRF-TOKEN=t=1',
      'x-auth-token': 'abc',
      'x-csrf-token': 't=1',
      'x-xsrf-token': 't=1',
    });
  });

  it('returns undefined where there is none, or the key itself', () => {
    const responses = [responseWith({}), responseWith({ 'set-cookie': `api_key=Bearer%20${key}` })];
    expect(receivedHeaders(responses, key)).toBeUndefined();
  });
});
