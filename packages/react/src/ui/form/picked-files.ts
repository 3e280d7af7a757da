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

/** What was dropped, with the files of folders and of those within. What it comes from must be asked for at once, while the event lasts. */
export async function filesWithin({ items, files }: DataTransfer): Promise<PickedFile[]> {
  const plain = [...files]
  const dropped = [...items].filter(({ kind }) => kind === 'file')
  const asked = dropped.map(item => ({
    handle: handleOf(item as HandedItem),
    entry: item.webkitGetAsEntry(),
  }))
  if (asked.length === 0) return plain
  const found: PickedFile[] = []
  for (const { handle, entry } of asked) {
    const held = await handle
    if (held != null) for await (const file of ofHandle(held)) found.push(file)
    else if (entry !== null) for await (const file of ofEntry(entry)) found.push(file)
  }
  return found.length === 0 ? plain.filter(({ type }) => type !== '') : found
}

async function* ofHandle(handle: FileSystemHandle): AsyncGenerator<PickedFile> {
  if (handle.kind === 'file') yield await withHandle(handle as FileSystemFileHandle)
  else for await (const each of (handle as Folder).values()) yield* ofHandle(each)
}

async function* ofEntry(entry: FileSystemEntry): AsyncGenerator<PickedFile> {
  if (entry.isFile)
    yield await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed))
  if (!entry.isDirectory) return
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // A browser hands out a hundred at a time.
    const entries = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (entries.length === 0) return
    for (const each of entries) yield* ofEntry(each)
  }
}
