import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSeededPlatform } from '../../server/test/seeded-platform.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kinora-components-'))
const starting = startSeededPlatform({ port: 0, dataDir, logLevel: 'silent', origins: [process.argv[2]!] })
process.once('disconnect', () => void stop())
process.send?.((await starting).url)

async function stop(): Promise<void> {
  await starting.then(platform => platform.close()).catch(() => undefined)
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
}
