/** Whether this machine had no room left for what was to be written. */
export const isDiskFull = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Node names no file where a write to an open one fails: the place that a person has to make room in is added. */
export function named(error: unknown, path: string): unknown {
  return isDiskFull(error) && error.path === undefined ? Object.assign(error, { path }) : error
}

const barred: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EISDIR', 'EEXIST'])

/** Whether a place on this machine may not be used; Node says of a folder on a read-only disk that it is missing. */
export function isBarred(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  if (!(error instanceof Error)) return false
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  return path !== undefined && (barred.has(code) || (code === 'ENOENT' && syscall === 'mkdir'))
}

/** Whether a file that was being read is another one by now, or gone. */
export const isChangedFile = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotReadableError' || isChangedFile(error.cause))

/** Whether a failure is one of this machine's disk, whatever was asked of the server meanwhile. */
export const isOfDisk = (error: unknown): boolean =>
  isDiskFull(error) || isBarred(error) || isChangedFile(error)
