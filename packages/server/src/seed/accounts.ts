import { KinoraError, Role } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { findAccount } from '../session/index.ts'

/** The password of the demo accounts unless another is configured; never good enough for anything but this machine. */
export const DEMO_PASSWORD = 'Kinora-demo-1'

export interface DemoAccount {
  userId: string
  email: string
  displayName: string
  role: Role
  providerTag: string | null
  tenantIds: readonly string[]
}

/** One account of each kind. Provider and tenant carry the e-mail of their record (C-80). */
export const demoAccounts = {
  admin: {
    userId: 'user-admin',
    email: 'admin@demo.kinora.test',
    displayName: 'Ada Okafor',
    role: Role.Admin,
    providerTag: null,
    tenantIds: [],
  },
  provider: {
    userId: 'user-provider',
    email: 'provider@demo.kinora.test',
    displayName: 'Ironside Training',
    role: Role.Provider,
    providerTag: 'ironside',
    tenantIds: [],
  },
  tenant: {
    userId: 'user-tenant',
    email: 'tenant@demo.kinora.test',
    displayName: 'Pulse House',
    role: Role.Tenant,
    providerTag: null,
    tenantIds: ['pulsehouse', 'oasiswellness'],
  },
  support: {
    userId: 'user-support',
    email: 'support@demo.kinora.test',
    displayName: 'Sam Lindqvist',
    role: Role.Support,
    providerTag: null,
    tenantIds: [],
  },
} as const satisfies Record<string, DemoAccount>

export type DemoAccountName = keyof typeof demoAccounts

type Needs = Pick<Deps, 'db' | 'passwords'>

/** The demo accounts of this database that a password opens. */
export async function demoAccountsWith({ db, passwords }: Needs, password: string): Promise<DemoAccount[]> {
  const open: DemoAccount[] = []
  for (const account of Object.values(demoAccounts)) {
    const found = await findAccount(db, { email: account.email })
    if (found !== undefined && (await passwords.verify(found.passwordHash ?? undefined, password)))
      open.push(account)
  }
  return open
}

/** On anything but loopback a password that everybody knows opens the platform to everybody. */
export async function assertNotPublic(
  deps: Needs,
  { host, password }: { host: string; password: string },
): Promise<void> {
  if (isLoopback(host)) return
  const open = await demoAccountsWith(deps, DEMO_PASSWORD)
  if (open.length === 0 && password !== DEMO_PASSWORD) return
  throw new KinoraError('refused', {
    detail: `HOST is ${host}, which others can reach, but the demo accounts still have the password that everyone knows. Set KINORA_DEMO_PASSWORD and begin with a new data folder, or stay on 127.0.0.1.`,
  })
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)
