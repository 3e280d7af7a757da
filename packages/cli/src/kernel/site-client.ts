import { createSend, fixedTokens, type Send, type Tokens, tenants } from '@kinora/core'
import { wayOf } from './client.ts'
import { explainConnection } from './connection.ts'
import { contextFlags } from './hints.ts'
import type { Session } from './session.ts'

/** Calls as the site of a tenant: its keys get a token, and another one when that has ended (TENANT-27). */
export async function createSiteClient(
  session: Session,
  keys: { accessKey: string; secretKey: string },
): Promise<Send> {
  const way = await wayOf(session)
  const { interrupted: signal } = session.world
  const anonymous = createSend({ ...way, tokens: fixedTokens(undefined) })
  const open = async (): Promise<Tokens> => ({
    token: (await anonymous(tenants.token, keys, { signal })).token,
  })
  let current = await open().catch(error => {
    throw explainConnection(way.baseUrl, error, contextFlags(session))
  })
  const refresh = async () => {
    current = await open()
    return current
  }
  const send = createSend({ ...way, tokens: { get: () => current, set() {}, clear() {} }, refresh })
  return (endpoint, input, options) => send(endpoint, input, { signal, ...options })
}
