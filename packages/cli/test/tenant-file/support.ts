import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createSend, isReading, KinoraError, Role, type Send, session } from '@kinora/core'
import {
  applyPlan,
  type ExportedFiles,
  type PlanOptions,
  parseTenantFile,
  planTenant,
  type TenantFile,
  type TenantFilePorts,
  type TenantPlan,
} from '@kinora/core/tenant-file'
import { pause } from '../../../../scripts/patience.ts'
import { password } from '../platform.ts'

export const example = join(import.meta.dirname, '../../../../examples/tenant')

/** Secrets of the example; none may be found anywhere. */
export const secrets = {
  ACME_PASSWORD: 'Planted-studio-1',
  ACME_STUDIO_PASSWORD: 'planted-supply-2',
  ACME_JW_SECRET: 'planted-jw-secret-3',
  ACME_STRIPE_KEY: 'sk_planted_stripe_key_4',
  ACME_STRIPE_WEBHOOK: 'whsec_planted_webhook_5',
} as const

export async function sendAs(url: string, account: 'support' | 'admin' | 'tenant'): Promise<Send> {
  const anonymous = createSend({
    timeout: 0,
    baseUrl: url,
    fetch,
    tokens: { get: () => undefined, set() {}, clear() {} },
  })
  const email = `${account}@demo.kinora.test`
  const { token } = await anonymous(session.login, { email, password })
  return createSend({
    baseUrl: url,
    fetch,
    tokens: { get: () => ({ token }), set() {}, clear() {} },
    timeout: 0,
  })
}

export function portsOf(send: Send, more: Partial<TenantFilePorts> = {}): TenantFilePorts {
  return {
    ...{ send, role: Role.Support, signal: new AbortController().signal },
    open: async path => {
      const bytes = await readFile(join(example, path)).catch(() => {
        throw new KinoraError('invalid', { issues: [{ path: 'file', code: 'validation.fileMissing' }] })
      })
      return { name: basename(path), bytes: new Uint8Array(bytes) }
    },
    hasPicture: async address => !address.includes('gone'),
    environment: name => (secrets as Record<string, string>)[name],
    ask: async path => `Asked-for-1 ${path}`,
    sleep: pause,
    ...more,
  }
}

export function parsed(text: string): TenantFile {
  const { file, issues } = parseTenantFile(text)
  if (file === undefined) throw new KinoraError('invalid', { issues })
  return file
}

/** Plans and applies; the plan that was carried out. */
export async function apply(
  file: TenantFile,
  ports: TenantFilePorts,
  options: PlanOptions = {},
): Promise<TenantPlan> {
  const plan = await planTenant(file, ports, options)
  await applyPlan(plan, ports)
  return plan
}

/** Calls that change something, one of which goes wrong: before it reaches the server, or on the way back. */
export function breaking(send: Send, at: number, how: 'offline' | 'unauthorised' | 'lost'): Send {
  let writes = 0
  return async (endpoint, input, options) => {
    if (isReading(endpoint) || writes++ !== at) return send(endpoint, input, options)
    if (how === 'lost') await send(endpoint, input, options)
    throw new KinoraError(how === 'unauthorised' ? 'unauthorised' : 'offline')
  }
}

/** Files in memory, for a tenant that is exported. */
export function filesInMemory(url: string): { files: ExportedFiles; open: TenantFilePorts['open'] } {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  return {
    files: {
      read: async address => new Uint8Array(await (await fetch(`${url}${address}`)).arrayBuffer()),
      async save({ name, bytes }) {
        kept.set(name, bytes)
        return name
      },
    },
    open: async path => ({ name: path, bytes: kept.get(path)! }),
  }
}
