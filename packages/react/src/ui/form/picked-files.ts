/** A file with the handle it came from, where the browser gives one: it can be read again after a restart. */
export type PickedFile = File & { handle?: FileSystemFileHandle }

interface PickerWindow {
  showOpenFilePicker?(options: {
    multiple?: boolean
    types?: { accept: Record<string, string[]> }[]
  }): Promise<FileSystemFileHandle[]>
}
interface HandedItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
}

/** Whether the browser can choose files together with their handles; embedded in a foreign page it may not. */
export const canPickHandles = (): boolean => 'showOpenFilePicker' in window && window.self === window.top

const mimeTypes: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.mp3': 'audio/mpeg',
  '.aac': 'audio/aac',
  '.m4a': 'audio/mp4',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.html': 'text/html',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.vtt': 'text/vtt',
  '.pdf': 'application/pdf',
}

/** The extensions of an `accept` by media type: the chooser names its filter by the type, and offers all files of it. */
export function pickerTypes(accept: string): Record<string, string[]> {
  const extensions = accept.split(',').filter(entry => entry.startsWith('.'))
  const types: Record<string, string[]> = {}
  for (const extension of extensions) {
    const type = mimeTypes[extension] ?? 'application/octet-stream'
    types[type] = [...(types[type] ?? []), extension]
  }
  return types
}

/** The browser's chooser with handles; none when the person changed their mind. Call it from a click. */
export async function pickFiles(options: { accept?: string; multiple?: boolean }): Promise<PickedFile[]> {
  const types = options.accept === undefined ? undefined : [{ accept: pickerTypes(options.accept) }]
  try {
    const handles = await (window as PickerWindow).showOpenFilePicker!({ multiple: options.multiple, types })
    return await Promise.all(handles.map(withHandle))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return []
    throw error
  }
}

/** What was dropped or pasted. The handles must be asked for at once, while the event lasts. */
export async function filesOf({ files, items }: DataTransfer): Promise<PickedFile[]> {
  const plain = [...files]
  const handles = await Promise.all(
    [...items].filter(item => item.kind === 'file').map(item => handleOf(item as HandedItem)),
  )
  if (handles.length !== plain.length) return plain
  return plain.map((file, index) => {
    const handle = handles[index]
    return handle?.kind === 'file' ? Object.assign(file, { handle: handle as FileSystemFileHandle }) : file
  })
}

async function handleOf(item: HandedItem): Promise<FileSystemHandle | null | undefined> {
  try {
    return await item.getAsFileSystemHandle?.()
  } catch {
    return null
  }
}

/** The same file under another name; its handle stays, its bytes aren't copied. */
export function renamed(file: PickedFile, name: string): PickedFile {
  const { type, lastModified, handle } = file
  const same = new File([file], name, { type, lastModified })
  return handle === undefined ? same : Object.assign(same, { handle })
}

/** The file behind a handle, with the handle. */
export async function withHandle(handle: FileSystemFileHandle): Promise<PickedFile> {
  return Object.assign(await handle.getFile(), { handle })
}

/** A folder as browsers hand out its entries, with or without handles. */
type Folder = FileSystemHandle & { values(): AsyncIterable<FileSystemHandle> }

/** The files of a drop, and the names of files and folders that couldn’t be read. */
export interface FoundFiles {
  files: PickedFile[]
  unreadable: string[]
}

/** What was dropped, with the files of folders and of those within. What it comes from must be asked for at once, while the event lasts. */
export async function filesWithin({ items, files }: DataTransfer): Promise<FoundFiles> {
  const plain = [...files]
  const dropped = [...items].filter(({ kind }) => kind === 'file')
  const asked = dropped.map(item => ({
    handle: handleOf(item as HandedItem),
    entry: item.webkitGetAsEntry(),
  }))
  if (asked.length === 0) return { files: plain, unreadable: [] }
  const found: FoundFiles = { files: [], unreadable: [] }
  for (const { handle, entry } of asked) {
    const held = await handle
    if (held != null) await findIn(held, ofHandle, found)
    else if (entry !== null) await findIn(entry, ofEntry, found)
  }
  const isNothing = found.files.length === 0 && found.unreadable.length === 0
  return isNothing ? { files: plain.filter(({ type }) => type !== ''), unreadable: [] } : found
}

/** A file, or what lies in a folder as the browser hands it out. */
type Opened<Node> = PickedFile | AsyncIterable<Node>

/** Adds what lies within; what can’t be read is named, and the rest goes on. */
async function findIn<Node extends { name: string }>(
  node: Node,
  open: (node: Node) => Promise<Opened<Node>>,
  found: FoundFiles,
): Promise<void> {
  try {
    const opened = await open(node)
    if (opened instanceof File) found.files.push(opened)
    else for await (const each of opened) await findIn(each, open, found)
  } catch {
    found.unreadable.push(node.name)
  }
}

const ofHandle = async (handle: FileSystemHandle): Promise<Opened<FileSystemHandle>> =>
  handle.kind === 'file' ? withHandle(handle as FileSystemFileHandle) : (handle as Folder).values()

const ofEntry = async (entry: FileSystemEntry): Promise<Opened<FileSystemEntry>> =>
  entry.isFile
    ? new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))
    : entriesOf(entry as FileSystemDirectoryEntry)

async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader()
  for (;;) {
    // A browser hands out a hundred at a time.
    const entries = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (entries.length === 0) return
    yield* entries
  }
}
