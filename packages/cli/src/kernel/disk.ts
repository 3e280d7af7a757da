/** Whether this machine had no room left for what was to be written. */
export const isDiskFull = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

const barred: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EISDIR'])

/** Whether a place on this machine may not be used; Node says of a folder on a read-only disk that it is missing. */
export function isBarred(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  if (!(error instanceof Error)) return false
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  return path !== undefined && (barred.has(code) || (code === 'ENOENT' && syscall === 'mkdir'))
}
