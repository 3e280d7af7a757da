/** `node forward.mjs ADDRESS ARGUMENTS`: a command of a script, run by the process of the test, which needs not start for each. */
import { readFileSync } from 'node:fs'

const [address, ...args] = process.argv.slice(2)
const stdin = args.includes('-') ? readFileSync(0, 'utf8') : ''
const { KINORA_TOKEN: token, KINORA_API_KEY: apiKey } = process.env
const body = JSON.stringify({ args, stdin, token, apiKey })
const { stdout, stderr, code } = await (await fetch(address, { method: 'POST', body })).json()
process.stdout.write(stdout)
process.stderr.write(stderr)
process.exitCode = code
