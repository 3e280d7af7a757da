import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

describe('API-05 login', () => {
  it('answers with tokens and the user', async () => {
    const { token, refreshToken, user } = await server.signIn('tenant')
    expect(token.split('.')).toHaveLength(3)
    expect(refreshToken).toMatch(/^[\w-]{43}$/)
    expect(user).toMatchObject({
      userId: 'user-tenant',
      role: 2,
      email: 'tenant@demo.kinora.test',
      provider: null,
    })
  })
})
