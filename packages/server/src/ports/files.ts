/** The built portal, read by path below its folder. */
export interface FilesPort {
  read(path: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string } | undefined>
}
