import { createHash, randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureSlowness } from '../scripts/speed.mjs'
import { median } from './measure.ts'

const MiB = 1_048_576
const block = randomFillSync(Buffer.alloc(4 * MiB))
const blocks = 64
const rounds = 3

/** What the machine itself does in a second, in MiB: ratios of one machine say little about another without it. */
export async function printMachine(): Promise<void> {
  const [cpu] = cpus()
  console.log(
    `${availableParallelism()} cores, ${cpu?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`,
  )
  const speeds = {
    'SHA-256 on one thread': await speed(hash),
    'copy in memory': await speed(copy),
    'disk, written and synced once': await speed(writeAndSync),
    'disk, synced every 4 MiB': await speed(writeSyncing),
    'loopback TCP': await speed(overLoopback),
  }
  for (const [name, value] of Object.entries(speeds))
    console.log(`  ${name.padEnd(32)} ${value.toFixed(0).padStart(7)} MiB/s`)
  // As `npm test` says it, so that the times of both can be held against each other.
  console.log(`  ${measureSlowness().toFixed(1)} times as slow as two free cores of today\n`)
}

async function speed(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return (blocks * 4 * 1000) / median(times)
}

function hash(): void {
  const digest = createHash('sha256')
  for (let count = 0; count < blocks; count += 1) digest.update(block)
  digest.digest()
}

function copy(): void {
  const target = Buffer.alloc(block.byteLength)
  for (let count = 0; count < blocks; count += 1) block.copy(target)
}

const writeAndSync = (): void => write(() => {})
const writeSyncing = (): void => write(fdatasyncSync)

function write(afterEach: (file: number) => void): void {
  const path = join(tmpdir(), `kinora-bench-disk-${process.pid}`)
  const file = openSync(path, 'w')
  try {
    for (let count = 0; count < blocks; count += 1) {
      writeSync(file, block)
      afterEach(file)
    }
    fdatasyncSync(file)
  } finally {
    closeSync(file)
    rmSync(path)
  }
}

/** Sender and receiver share this process, as far as the ratio to other machines goes. */
async function overLoopback(): Promise<void> {
  const server = createServer(socket => socket.resume().on('end', () => socket.end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.resume()
  for (let count = 0; count < blocks; count += 1) if (!socket.write(block)) await once(socket, 'drain')
  socket.end()
  await once(socket, 'close')
  server.close()
}
