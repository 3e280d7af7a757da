import { type Endpoint, Role } from '@kinora/core'
import type { TestServer } from '../harness.ts'
import { sampleInput, type Who } from './calls.ts'
import { kindOf } from './fields.ts'
import { FAR } from './owners.ts'
import { makeRows } from './rows.ts'

/** Who a call is tried as: a tenant wherever it may; nobody where everyone may. */
export const roleOf = ({ allow }: Endpoint): Who | undefined =>
  allow === 'everyone'
    ? undefined
    : allow === 'site'
      ? allow
      : allow.includes(Role.Tenant)
        ? Role.Tenant
        : allow[0]

/** A good input, of rows that the caller may change: the demo's tenant, or its provider. */
export async function goodInput(
  endpoint: Endpoint,
  server: TestServer,
  owner: 'tenant' | 'provider' = 'tenant',
): Promise<Record<string, unknown>> {
  const input = sampleInput(endpoint)
  for (const [field, value] of Object.entries(input)) {
    const kind = kindOf(endpoint, field)
    if (kind == null) continue
    const id = (await makeRows(kind, server, [owner]))[owner] ?? 'none'
    input[field] = Array.isArray(value) ? [id] : id
  }
  // What becomes of a tenant isn't to end the session that the other calls are made in.
  return endpoint.id === 'tenants.update' ? { ...input, tenantId: FAR } : input
}
