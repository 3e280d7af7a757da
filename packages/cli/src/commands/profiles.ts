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
}

async function toShown({ world, profile }: Session, name: string): Promise<ShownProfile> {
  const { settings, tokens } = world.profiles.open(name)
  const server = await settings.server()
  const stored = server === undefined ? undefined : await tokens.read(server.url)
  return {
    name,
    current: name === profile.name,
    server: server?.url ?? null,
    tenant: server?.tenant ?? null,
    email: stored?.session.email ?? null,
  }
}
