import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_PROFILE, type Profiles } from '../kernel/world.ts'
import type { Keyring } from './keyring.ts'
import { createSettings } from './settings.ts'
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
