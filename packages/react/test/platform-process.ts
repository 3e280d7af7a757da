import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '@kinora/server/platform'

const dataDir = mkdtempSync(join(tmpdir(), 'kinora-components-'))
const starting = startPlatform({ port: 0, dataDir, logLevel: 'silent', origins: [process.argv[2]!] })
process.once('disconnect', () => void stop())
process.send?.((await starting).url)

async function stop(): Promise<void> {
  await starting.then(platform => platform.close()).catch(() => undefined)
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
