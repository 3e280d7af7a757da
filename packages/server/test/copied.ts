import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What people copy to start several servers. */
export const deploy = join(import.meta.dirname, '../../../deploy')

/** A file of it as it is but for such lines; throws where one of them isn’t there. */
export async function copied(path: string, changes: readonly (readonly [RegExp, string])[]): Promise<string> {
  return changes.reduce(
    (text, [from, to]) => {
      if (!from.test(text)) throw new Error(`deploy/${path} has no ${from}`)
      return text.replace(from, to)
    },
    await readFile(join(deploy, path), 'utf8'),
  )
}

export const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
