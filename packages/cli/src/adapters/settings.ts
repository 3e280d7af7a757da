import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { safe } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import { text } from '../kernel/texts.ts'
import type { ServerSettings, Settings } from '../kernel/world.ts'
import { makeFolder } from './folders.ts'
import { leavingSignals } from './terminal.ts'

interface Stored {
  server?: ServerSettings
}

/** Settings in a file of conf, which is loaded when one is asked for. */
export function createSettings(folder: string): Settings {
  const path = join(folder, 'settings.json')
  const open = async ({ isReplaced = false } = {}) => {
    const { default: Conf } = await leavingSignals(() => import('conf'))
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
          how: safe`Remove ${path} and repeat the command.`,
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
