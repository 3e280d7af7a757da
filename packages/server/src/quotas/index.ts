export { assertRoomForImage, assertRoomForTitle, assertRoomForUpload, assertRoomOnDisk } from './check.ts'
