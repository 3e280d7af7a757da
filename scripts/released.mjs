import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/**
 * At a release: the description of the API that later changes are compared with (KEY-08), and the commit whose components are run
 * against later servers (EMBED-06).
 */
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const source = `
  import { contract, eventSchemas, neededRights, toOpenApi } from '@kinora/core'
  import { filePaths } from './src/raw.ts'
  import { toText } from '../../scripts/openapi.ts'
  const info = { title: 'Kinora', version: '${version}', rightsOf: neededRights }
  process.stdout.write(toText(toOpenApi(contract, info, { files: filePaths, sent: eventSchemas })))
`
const text = execFileSync(
  process.execPath,
  ['--conditions=@kinora/source', '--input-type=module', '--eval', source],
  { cwd: join(root, 'packages/server'), encoding: 'utf8', maxBuffer: 1 << 26 },
)
writeFileSync(join(root, 'docs/openapi.released.json'), text)
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
writeFileSync(join(root, 'docs/released.json'), `${JSON.stringify({ version, commit }, undefined, 2)}\n`)
console.log(`docs/openapi.released.json is the API of ${version}.`)
