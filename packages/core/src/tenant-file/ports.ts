import type { Role } from '../access.ts'
import type { Send } from '../kernel/client.ts'

/** A file that a tenant's file names. */
export interface NamedBytes {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** What planning and applying a tenant's file need from outside. */
export interface TenantFilePorts {
  send: Send
  /** Of whoever is signed in. */
  role: Role
  signal: AbortSignal
  /** Throws `invalid` where there is no such file; paths start at the folder of the tenant's file. */
  open(path: string): Promise<NamedBytes>
  /** The value of an environment variable. */
  environment(name: string): string | undefined
  /** Asks for the secret of a field. */
  ask(path: string): Promise<string>
  /** Milliseconds. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}
