import { expect, test } from 'vitest'
import { createSend, type Tokens } from '../kernel/client.ts'
import { equipment, focusAreas, labels } from './endpoints.ts'

test.each([
  ['a label', labels.update, { labelId: 'l-1' }],
  ['a focus area', focusAreas.update, { focusAreaId: 'f-1' }],
  ['a piece of equipment', equipment.update, { equipmentId: 'e-1' }],
] as const)(
  'META-09 the update of %s that is answered 401 is sent again, as it was, by who has signed in anew',
  async (_, update, id) => {
    const asked: { token: string | null; body: string }[] = []
    let tokens: Tokens = { token: 'old', refreshToken: 'r' }
    const send = createSend({
      baseUrl: 'http://k',
      async fetch(_, init) {
        asked.push({ token: new Headers(init?.headers).get('authorization'), body: String(init?.body) })
        return asked.length === 1 ? Response.json({ status: 401 }, { status: 401 }) : Response.json({})
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
    await send(update, { tenantId: 'north', ...id, isActive: false } as never)
    expect(asked.map(({ token }) => token)).toEqual(['Bearer old', 'Bearer new'])
    expect(asked[1]?.body).toBe(asked[0]?.body)
    expect(JSON.parse(asked[1]!.body)).toEqual({ tenantId: 'north', ...id, isActive: false })
  },
)
