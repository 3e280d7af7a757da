import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const folder = join(import.meta.dirname, '../decisions')

/** Every decision, the newest first. */
export default {
  load: () =>
    globSync('*.md', { cwd: folder })
      .sort()
      .reverse()
      .map(name => ({
        address: `/decisions/${basename(name, '.md')}.html`,
        number: name.slice(0, 4),
        title: /^# (?:\d{4}:? )?(.*)$/m.exec(readFileSync(join(folder, name), 'utf8'))![1],
      })),
}
