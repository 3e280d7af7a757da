import type { ImageWidth } from '@kinora/core'
import type { Deps } from '../deps.ts'

type Needs = Pick<Deps, 'blobs' | 'media' | 'log'>
type IsIntact = ReturnType<typeof createIsIntact>

/** Sizes that wait or are made; requests beyond that get the picture as it is stored. */
const MAX_WAITING = 32
/** Milliseconds that one may take: a picture of 64 megapixels takes two seconds. */
const RESIZE_TIMEOUT = 30_000
/** Bytes at the beginning in which a turned picture says so. */
const HEAD = 4096
/** Size of the cache of checked pictures. */
const MAX_CHECKED = 4096

/**
 * Whether a picture holds the bytes that it is named by. The result is cached, together with its size and when it was
 * changed, so that it isn’t read for everyone who asks.
 */
export function createIsIntact({ blobs }: Pick<Deps, 'blobs'>) {
  const checked = new Map<string, { state: string; isIntact: Promise<boolean> }>()
  return async (key: string): Promise<boolean> => {
    const [, named] = /^images\/([0-9a-f]{64})\./.exec(key) ?? []
    if (named === undefined) return true
    let state = ''
    for await (const { size, changedAt } of blobs.list(key)) state = `${size} ${changedAt.getTime()}`
    const known = checked.get(key)
    if (known?.state === state) return known.isIntact
    const isIntact = blobs.digest(key, AbortSignal.timeout(RESIZE_TIMEOUT)).then(digest => digest === named)
    checked.delete(key)
    checked.set(key, { state, isIntact })
    if (checked.size > MAX_CHECKED) checked.delete(checked.keys().next().value!)
    const forget = () => checked.get(key)?.isIntact === isIntact && checked.delete(key)
    isIntact.catch(forget)
    return isIntact
  }
}

/**
 * Resizes images: smaller copies of stored JPEGs, made when they are first asked for, one after the other, and kept. Undefined
 * where there is none and won't be one soon: the picture itself serves then.
 */
export function createResizer(deps: Needs, isIntact: IsIntact) {
  const making = new Map<string, Promise<string | undefined>>()
  let last: Promise<unknown> = Promise.resolve()
  return async (key: string, width: ImageWidth): Promise<string | undefined> => {
    const [, digest] = /^images\/([0-9a-f]{64})\.jpg$/.exec(key) ?? []
    if (digest === undefined) return undefined
    const size = `sizes/${digest}-${width}/image.jpg`
    if ((await deps.blobs.size(size)) !== undefined) return size
    const running = making.get(size)
    if (running !== undefined || making.size >= MAX_WAITING) return running
    const made = last.then(() => tryToMake(deps, { key, size, width, isIntact }))
    last = made
    making.set(size, made)
    return made.finally(() => making.delete(size))
  }
}

interface Size {
  key: string
  /** Where the copy is kept. */
  size: string
  width: ImageWidth
  isIntact: IsIntact
}

/** Never rejects: the others behind it are made whatever becomes of this one. */
async function tryToMake(deps: Needs, wanted: Size): Promise<string | undefined> {
  try {
    return await make(deps, wanted)
  } catch (err) {
    deps.log.warn({ err, key: wanted.key, width: wanted.width }, 'a smaller picture could not be made')
    return undefined
  }
}

async function make(
  { blobs, media }: Needs,
  { key, size, width, isIntact }: Size,
): Promise<string | undefined> {
  if ((await blobs.size(key)) === undefined || !(await isIntact(key)) || (await isRotated(blobs, key)))
    return undefined
  const folder = size.replace('/image.jpg', '')
  const scratch = await blobs.scratch(folder.replace('/', '-'))
  try {
    const { path: source, release } = await blobs.local(key)
    const signal = AbortSignal.timeout(RESIZE_TIMEOUT)
    await media.picture({ source, target: `${scratch.path}/size/image.jpg`, width, signal }).finally(release)
    await blobs.adopt(`${folder}/`, `${scratch.path}/size`)
    return size
  } finally {
    await scratch.discard()
  }
}

/** Its copy would forget which side is up. */
async function isRotated(blobs: Needs['blobs'], key: string): Promise<boolean> {
  const head = await new Response(await blobs.read(key, { start: 0, end: HEAD })).arrayBuffer()
  return new TextDecoder('latin1').decode(head).includes('Exif\0\0')
}
