import { describe, expect, test } from 'vitest'
import { createSend, type Tokens } from '../kernel/client.ts'
import { KinoraError } from '../kernel/errors.ts'
import { createMessages } from '../kernel/messages.ts'
import { reviewTexts, validationTexts } from '../messages/catalogues.ts'
import { reviews } from './endpoints.ts'
import { checkReviewFilter, reviewChoices, toDownloadFailure } from './rules.ts'

/** A client whose server answers so, one after the other, and the tokens that it was asked with. */
function setUp(...answers: (() => Response)[]) {
  const asked: (string | null)[] = []
  let tokens: Tokens = { token: 'old', refreshToken: 'r' }
  const send = createSend({
    baseUrl: 'http://k',
    async fetch(_, init) {
      asked.push(new Headers(init?.headers).get('authorization'))
      return answers[asked.length - 1]!()
    },
    tokens: {
      get: () => tokens,
      set(next) {
        tokens = next
      },
      clear: () => undefined,
    },
    refresh: async () => ({ token: 'new', refreshToken: 'r' }),
  })
  return {
    list: () => send(reviews.list, { channelId: 'c' }),
    download: () => send(reviews.export, {}),
    asked,
  }
}
const status = (code: number) => () => new Response(JSON.stringify({ status: code }), { status: code })
const page = { data: [], totalRecords: 3, totalPages: 1, page: 1 }
const found = () => Response.json(page)

describe('REVIEW-03 to REVIEW-07 what becomes of the list', () => {
  test('REVIEW-04 success gives the data', async () => {
    expect(await setUp(found).list()).toEqual(page)
  })
  test('REVIEW-05, C-51 204 empties the list', async () => {
    const { list } = setUp(() => new Response(null, { status: 204 }))
    expect(await list()).toEqual({ data: [], totalRecords: 0, totalPages: 0, page: 1 })
  })
  test('REVIEW-06 401: the token is refreshed and the call repeated', async () => {
    const { list, asked } = setUp(status(401), found)
    expect(await list()).toEqual(page)
    expect(asked).toEqual(['Bearer old', 'Bearer new'])
  })
  test.each([400, 403, 404, 500, 503])('REVIEW-07 %i gives no data', async code => {
    await expect(setUp(status(code)).list()).rejects.toMatchObject({ status: code })
  })
})

describe('REVIEW-09 what becomes of the download', () => {
  test('401 is tried again with a fresh token', async () => {
    const { download, asked } = setUp(status(401), () => new Response('Date'))
    await download()
    expect(asked).toEqual(['Bearer old', 'Bearer new'])
  })
  test.each([
    ['a 400', new KinoraError('invalid'), 400],
    ['a refusal with a 400', new KinoraError('refused', { detail: 'Choose a tenant' }), 400],
    ['a 403', new KinoraError('forbidden'), 500],
    ['a 404', new KinoraError('notFound'), 500],
    ['a 500', new KinoraError('server'), 500],
    ['a timeout', new KinoraError('timeout'), 500],
    ['a lost connection', new KinoraError('offline'), 500],
  ])('%s is told as %3$i', (_, error, told) => {
    expect(toDownloadFailure(error).status).toBe(told)
  })
  test('what a person ended is no failure', () => {
    expect(toDownloadFailure(new KinoraError('aborted')).code).toBe('aborted')
  })
})

describe('NAV-62, REVIEW-10 a provider or a channel', () => {
  test.each([
    [{}, true, true],
    [{ providerId: 'p' }, true, false],
    [{ channelId: 'c' }, false, true],
    [{ providerId: '', channelId: null }, true, true],
  ])('%j leaves provider %j and channel %j', (filter, canChooseProvider, canChooseChannel) => {
    expect(reviewChoices(filter)).toEqual({ canChooseProvider, canChooseChannel })
    expect(checkReviewFilter(filter)).toEqual([])
  })
  test('both are refused in words', () => {
    const [issue] = checkReviewFilter({ providerId: 'p', channelId: 'c' })
    const messages = createMessages(validationTexts)
    messages.add(reviewTexts)
    expect(messages.issue(issue!)).toBe('Choose a provider or a channel, not both.')
  })
})
