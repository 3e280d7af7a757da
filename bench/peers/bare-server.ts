import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The least that a server can do: takes one body, hashes it, writes it, and answers once the disk has it. */
const target = process.argv[2]!
const server = createServer(async (request, response) => {
  const file = await open(target, 'w')
  const hash = createHash('sha256')
  for await (const piece of request) {
    hash.update(piece)
    await file.write(piece)
  }
  await file.sync()
  await file.close()
  response.end(hash.digest('hex'))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`running at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
