import { createServer } from 'node:http'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

/** @tus/server with its file store, as its documentation sets it up. */
const tus = new Server({ path: '/files', datastore: new FileStore({ directory: process.argv[2] }) })
const server = createServer((request, response) => void tus.handle(request, response))
server.listen(0, '127.0.0.1', () => {
  console.log(`running at http://127.0.0.1:${server.address().port}/files`)
})
