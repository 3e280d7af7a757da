/** What a disk is asked for. */
interface Disk {
  join(folder: string, name: string): string
  /** The names in a folder; none where it can't be read. */
  list(folder: string): Promise<readonly string[]>
  exists(path: string): Promise<boolean>
}

/**
 * The one path below `base` whose names read as these, however they are composed: macOS hands names on decomposed, spreadsheets write
 * them composed. Undefined where nothing or several read so.
 */
export async function findComposed(
  base: string,
  names: readonly string[],
  disk: Disk,
): Promise<string | undefined> {
  let path = base
  for (const name of names) {
    const exact = disk.join(path, name)
    if (await disk.exists(exact)) {
      path = exact
      continue
    }
    const wanted = name.normalize('NFC')
    const [found, other] = (await disk.list(path)).filter(each => each.normalize('NFC') === wanted)
    if (found === undefined || other !== undefined) return undefined
    path = disk.join(path, found)
  }
  return path
}
