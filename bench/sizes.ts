import { join } from 'node:path'
import { bundlers, firstLoad, hosts, type Place } from '../packages/react/test/first-load.ts'
import type { Measured } from './measure.ts'
import { installPeers, peersFolder } from './processes.ts'

/** In the folder of the peers, so that a page there finds them. */
const folder = join(peersFolder, 'node_modules/.cache')

const hls = { without: ['hls.js'] }
const uppy = `import { Uppy } from '@uppy/core'\nimport Tus from '@uppy/tus'\n`
const root = hosts.root.statement
const drop = root
  .replace(
    'globalThis',
    `import { UploadDrop } from '@kinora/react/upload-drop'\nimport { UploadQueue } from '@kinora/react/upload-queue'\nglobalThis`,
  )
  .replace(']', ', UploadDrop, UploadQueue]')

interface Pair {
  name: string
  ours: string
  peer: string
  statement: string
  /** What is left out of the peer, as it is of ours until a film begins. */
  place?: Place
  detail?: string
}

const loader = 'loads its interface from its own host'
const pairs: readonly Pair[] = [
  {
    ...{ name: 'uploader', ours: hosts.uploader.statement, peer: 'tus-js-client' },
    statement: `import { Upload } from 'tus-js-client'\nglobalThis.shown = Upload`,
  },
  {
    ...{ name: 'uploader', ours: hosts.uploader.statement, peer: '@uppy/core, tus' },
    statement: `${uppy}globalThis.shown = [Uppy, Tus]`,
  },
  {
    ...{ name: 'root and UploadTray', ours: hosts.UploadTray.statement, peer: '@uppy/core, tus, dashboard' },
    statement: `${uppy}import Dashboard from '@uppy/dashboard'\nglobalThis.shown = [Uppy, Tus, Dashboard]`,
    detail: 'the peer brings Preact',
  },
  {
    ...{ name: 'root, UploadDrop and UploadQueue', ours: drop, peer: '@uppy/core, tus, dashboard' },
    statement: `${uppy}import Dashboard from '@uppy/dashboard'\nglobalThis.shown = [Uppy, Tus, Dashboard]`,
    detail: 'the peer brings Preact',
  },
  {
    ...{ name: 'root, UploadDrop and UploadQueue', ours: drop, peer: '@mux/mux-uploader' },
    statement: `import '@mux/mux-uploader'`,
  },
  {
    ...{ name: 'player without hls.js', ours: hosts['player without hls.js'].statement },
    ...{ peer: '@mux/mux-player', statement: `import '@mux/mux-player'`, place: hls },
  },
  {
    ...{ name: 'viewers’ player without hls.js', ours: hosts['viewers’ player without hls.js'].statement },
    ...{ peer: '@mux/mux-player', statement: `import '@mux/mux-player'`, place: hls },
  },
  {
    ...{ name: 'elements, with React, without hls.js', ours: `import '@kinora/react/elements'` },
    ...{ peer: '@mux/mux-player', statement: `import '@mux/mux-player'`, place: hls },
  },
  {
    ...{ name: 'player before a film begins', ours: hosts['viewers’ player without hls.js'].statement },
    ...{
      peer: '@mux/mux-player',
      statement: `import '@mux/mux-player'`,
      detail: 'the peer has hls.js in it',
    },
  },
  {
    ...{ name: 'root', ours: root, peer: '@clerk/react', detail: loader },
    statement: `import { ClerkProvider } from '@clerk/react'\nglobalThis.shown = ClerkProvider`,
  },
  {
    ...{ name: 'root', ours: root, peer: '@stripe/react-connect-js', detail: loader },
    statement: `import { ConnectComponentsProvider } from '@stripe/react-connect-js'\nimport { loadConnectAndInitialize } from '@stripe/connect-js'\nglobalThis.shown = [ConnectComponentsProvider, loadConnectAndInitialize]`,
  },
]

/** What pages load first of our packages and of their peers, by both bundlers: KiB, gzipped, without React. */
export async function sizesBesidePeers(): Promise<Measured[]> {
  if (!installPeers()) return []
  const sizes = new Map<string, number>()
  const sizeOf = async (...[bundler, statement, place]: Parameters<typeof firstLoad>) => {
    const key = JSON.stringify([bundler, statement, place])
    const size = sizes.get(key) ?? (await firstLoad(bundler, statement, place)).size
    sizes.set(key, size)
    return size
  }
  const rows: Measured[] = []
  for (const { name, ours, peer, statement, place, detail } of pairs)
    for (const bundler of bundlers) {
      const size = await sizeOf(bundler, statement, { ...place, folder })
      rows.push({
        ...{ name: `size: ${name}, ${bundler}`, ours: await sizeOf(bundler, ours), peer: size },
        ...{ peerName: `${peer} (${size.toFixed(1)} KiB)`, unit: 'KiB' },
        ...(detail !== undefined && { detail }),
      })
    }
  for (const name of ['TitleList', 'TitleEditor', 'client'] as const)
    for (const bundler of bundlers) {
      const size = await sizeOf(bundler, hosts[name].statement)
      const limit = hosts[name].limits[bundler]
      rows.push({
        ...{ name: `size: ${name}, ${bundler}`, ours: size, peer: limit, peerName: `${limit} KiB` },
        ...{ unit: 'KiB', detail: 'no peer has one' },
      })
    }
  return rows
}
