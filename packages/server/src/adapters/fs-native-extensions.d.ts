declare module 'fs-native-extensions' {
  /** False where another open file has the range; throws what the system says otherwise. */
  export function tryLock(fd: number, offset: number, length: number): boolean
}
