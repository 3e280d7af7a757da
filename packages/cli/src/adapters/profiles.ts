import { existsSync } from 'node:fs'
import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { safe } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import { quotedPath } from '../kernel/hints.ts'
import { text } from '../kernel/texts.ts'
import { DEFAULT_PROFILE, type Profiles, type ServerSettings, type Settings } from '../kernel/world.ts'
import type { Keyring } from './keyring.ts'
import { makeFolder } from './system.ts'
import { withSignalListenersRestored } from './terminal.ts'
import { createTokenVault } from './token-store.ts'

/** Named profiles in folders of their own; the default one where everything was before there were others. */
export function createProfiles(folder: string, keyring: Keyring): Profiles {
  const home = join(folder, 'profiles')
  const folderOf = (name: string) => (name === DEFAULT_PROFILE ? folder : join(home, name))
  return {
    open: name => ({
      tokens: createTokenVault(folderOf(name), name === DEFAULT_PROFILE ? keyring : ofProfile(keyring, name)),
      settings: createSettings(folderOf(name)),
    }),
    list: async () => [DEFAULT_PROFILE, ...(await foldersIn(home))],
    async remove(name) {
      if (name !== DEFAULT_PROFILE) await rm(folderOf(name), { recursive: true, force: true })
    },
  }
}

async function foldersIn(home: string): Promise<string[]> {
  try {
    const entries = await readdir(home, { withFileTypes: true })
    return entries.flatMap(entry => (entry.isDirectory() ? entry.name : [])).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The same server has an entry in the keyring for each profile. */
function ofProfile(keyring: Keyring, name: string): Keyring {
  const entry = (account: string) => `${name} ${account}`
  return {
    get: account => keyring.get(entry(account)),
    set: (account, secret) => keyring.set(entry(account), secret),
    remove: account => keyring.remove(entry(account)),
  }
}

interface Stored {
  server?: ServerSettings
}

/** Settings in a file of conf, which is loaded when one is asked for. */
export function createSettings(folder: string): Settings {
  const path = join(folder, 'settings.json')
  const open = async ({ isReplaced = false } = {}) => {
    const { default: Conf } = await withSignalListenersRestored(() => import('conf'))
    return new Conf<Stored>({
      cwd: folder,
      configName: 'settings',
      projectName: 'kinora',
      configFileMode: 0o600,
      clearInvalidConfig: isReplaced,
    })
  }
  return {
    async server() {
      if (!existsSync(path)) return undefined
      try {
        return (await open()).get('server')
      } catch (cause) {
        if (!(cause instanceof SyntaxError)) throw cause
        throw explain('refused', {
          what: safe`The settings in ${path} cannot be read`,
          why: text('usage.notJson', { what: path }),
          how: safe`Remove ${quotedPath(path)} and repeat the command.`,
        })
      }
    },
    async rememberServer(server) {
      if ((await makeFolder(folder, 0o700)).length > 0) await chmod(folder, 0o700)
      // A sign-in says all that the file holds: one that is damaged is written anew.
      const settings = await open({ isReplaced: true })
      settings.set('server', server)
    },
  }
}
