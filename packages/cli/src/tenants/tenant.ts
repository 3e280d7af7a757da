import {
  type Endpoint,
  type Input,
  KinoraError,
  type Output,
  Role,
  type SecretState,
  type SendOptions,
} from '@kinora/core'
import { usage } from '../kernel/exit.ts'
import { missingIn } from '../kernel/missing.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

/** The tenant that a command acts for: `--tenant` or the remembered one (ROLE-06), else the first of the account's (ROLE-10). */
export async function actingTenant(session: Session): Promise<string> {
  if (session.options.tenant !== undefined) return session.options.tenant
  const user = await session.user()
  if (user.role !== Role.Tenant && user.role !== Role.Support) throw new KinoraError('forbidden')
  const [first] = user.role === Role.Tenant ? user.tenants : []
  if (first === undefined)
    throw usage(text('usage.missingFlag', { flag: '--tenant' }), text('tenants.how'), text('tenants.why'))
  return first.tenantId
}

/** A call for the tenant that the command acts for. */
export async function sendForTenant<E extends Endpoint>(
  session: Session,
  call: E,
  input: Omit<Input<E>, 'tenantId'>,
  options?: SendOptions,
): Promise<Output<E>> {
  const tenantId = await actingTenant(session)
  return (await session.send())(call, { tenantId, ...input } as unknown as Input<E>, options)
}

/** Exit code 3: a tenant that isn't there, with how to find those that are. */
export const missingTenant = (session: Session, id: string): KinoraError =>
  missingIn(session, 'kinora tenants list', id)

/** Of a secret when it was stored and how it ends; never the secret. */
export const secretCell = (state: SecretState): string =>
  state === null ? '' : `set ${state.setAt.slice(0, 10)}${state.endsWith && `, ends in ${state.endsWith}`}`
