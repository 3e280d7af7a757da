import { isKinoraError, type KinoraError } from '@kinora/core'

/** The error that a call is refused with; a call that is answered fails the test. */
export async function failure(work: Promise<unknown>): Promise<KinoraError> {
  const error: unknown = await work.then(
    () => new Error('nothing was refused'),
    (thrown: unknown) => thrown,
  )
  if (isKinoraError(error)) return error
  throw error
}

export const codeOf = async (work: Promise<unknown>) => (await failure(work)).code

/** Each issue of a refused call: where and what. */
export const issuesOf = async (work: Promise<unknown>) =>
  (await failure(work)).issues.map(({ path, code }) => `${path} ${code}`)
