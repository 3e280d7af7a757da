import { KinoraError } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { findAccount } from '../session/index.ts'
import { DEMO_PASSWORD, type DemoAccount, demoAccounts } from './accounts.ts'

type Needs = Pick<Deps, 'db' | 'passwords'>

/** The demo accounts of this database that a password opens. */
export async function demoAccountsWith({ db, passwords }: Needs, password: string): Promise<DemoAccount[]> {
  const open: DemoAccount[] = []
  for (const account of Object.values(demoAccounts)) {
    const found = await findAccount(db, { email: account.email })
    if (found !== undefined && (await passwords.verify(found.passwordHash, password))) open.push(account)
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
