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

/** The browser's chooser with handles; none when the person changed their mind. Call it from a click. */
export async function pickFiles(options: { accept?: string; multiple?: boolean }): Promise<PickedFile[]> {
  const types =
    options.accept === undefined ? undefined : [{ accept: { 'video/*': options.accept.split(',') } }]
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

/** The file behind a handle, with the handle. */
export async function withHandle(handle: FileSystemFileHandle): Promise<PickedFile> {
  return Object.assign(await handle.getFile(), { handle })
}
