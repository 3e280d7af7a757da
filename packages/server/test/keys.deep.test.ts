import { afterAll, beforeAll, describe } from 'vitest'
import { unlimited } from './embed-session-calls.ts'
import { createTestServer, type TestServer } from './harness.ts'
import { tryCallsOfKeys } from './key-calls.ts'

describe('KEY-02 every call × every role, with the rights that open it and with all others', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer()
    unlimited(server)
  })
  afterAll(() => server?.close())
  tryCallsOfKeys(() => server, true)
})
