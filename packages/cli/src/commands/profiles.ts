import { createMessages, en, isKinoraError } from '@kinora/core'
import { addExamples } from '../kernel/examples.ts'
import { exitCodes } from '../kernel/exit.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'

interface ShownProfile {
  name: string
  /** Whether commands use it where they name no other. */
  current: boolean
  server: string | null
  tenant: string | null
  /** Null where nobody is signed in. */
  email: string | null
}

const profileFields = namesOf<ShownProfile>({
  name: true,
  current: true,
  server: true,
  tenant: true,
  email: true,
})

const columns: readonly Column<ShownProfile>[] = [
  { header: 'NAME', value: profile => profile.name, look: ({ current }) => (current ? 'accent' : undefined) },
  { header: 'SERVER', value: profile => profile.server, flexible: true },
  { header: 'EMAIL', value: profile => profile.email },
  { header: 'TENANT', value: profile => profile.tenant },
  { header: 'CURRENT', value: ({ current }) => (current ? 'yes' : '') },
]

/** What `kinora login --profile` has begun, and the default. */
export const addProfiles: FillCommand = (command, session) => {
  command.hook('preAction', printing(session, profileFields)).action(async () => {
    const names = await session.world.profiles.list()
    session.print.table(await Promise.all(names.map(name => toShown(session, name))), columns)
  })
  addExamples(command, ['', '--json name,server'])
}

/** A profile that can't be read is said and leaves the others to be shown: exit code 6. */
async function toShown(session: Session, name: string): Promise<ShownProfile> {
  const { server, email } = await read(session, name).catch((error: unknown) => {
    if (!isKinoraError(error)) throw error
    session.print.warn(`${name}: ${createMessages(en).error(error)}`)
    session.code = exitCodes.partly
    return { server: undefined, email: undefined }
  })
  return {
    name,
    current: name === session.profile.name,
    server: server?.url ?? null,
    tenant: server?.tenant ?? null,
    email: email ?? null,
  }
}

async function read({ world }: Session, name: string) {
  const { settings, tokens } = world.profiles.open(name)
  const server = await settings.server()
  const stored = server === undefined ? undefined : await tokens.read(server.url)
  return { server, email: stored?.session.email }
}
