/**
 * Rooms of four on one server: actions one after the other, actions at a moderate rate, or idle connections.
 *
 *     node client.mjs '{"peer": "ours", "port": 8000, "pids": [1, 2], "task": "load", "rooms": 50, "seconds": 10, "rate": 20}'
 *
 * It prints a line of JSON. `pids`: the processes whose processor time and memory count as the server's.
 */

import { readFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import { OPENERS } from "./rooms.mjs";

const TICKS_PER_S = 100;
const WARM_UP_MS = 1500;
const FIRST_ROOMS = 5; // what a server loads with its first rooms counts as the server's
const STILL_MS = 1000;
const PATIENCE_MS = 30000;

const options = JSON.parse(process.argv[2]);

/** Sockets that this program has opened, for counting bytes. @type {Set<net.Socket>} */
const sockets = new Set();
let closedBytes = 0;
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  if (!sockets.has(this)) {
    sockets.add(this);
    this.once("close", () => {
      closedBytes += this.bytesRead;
      sockets.delete(this);
    });
  }
  return connect.apply(this, args);
};
http.globalAgent = new http.Agent({ keepAlive: true });

/** Bytes that all connections have received, heads included. */
const receivedBytes = () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, closedBytes);

/** Seconds of the processor that the server has used. */
function processorSeconds() {
  return options.pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
  }, 0);
}

/** Resident memory of the server in KB. */
function residentKb() {
  return options.pids.reduce((sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]), 0);
}

async function openRooms(count) {
  const rooms = [];
  for (let n = 0; n < count; n += 1) rooms.push(await OPENERS[options.peer](options.port));
  return rooms;
}

/** Let every room act again and again for some time. Return the milliseconds that each action took. */
async function saturate(rooms, milliseconds) {
  const times = [];
  const end = performance.now() + milliseconds;
  await Promise.all(rooms.map(async (room) => {
    while (performance.now() < end) times.push(await room.act());
  }));
  return times;
}

/** Act so often a second, each time in another room. Return the milliseconds that each action took. */
async function actAtRate(rooms, rate, seconds) {
  const actions = [];
  const start = performance.now();
  for (let n = 0; n < rate * seconds; n += 1) {
    await sleep(Math.max(0, start + (n * 1000) / rate - performance.now()));
    const room = rooms[n % rooms.length];
    if (!room.isActing) actions.push(room.act());
  }
  return Promise.all(actions);
}

/** Wait until the server has nothing left to do. */
async function settle() {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    const before = processorSeconds();
    await sleep(STILL_MS);
    if (processorSeconds() - before < 0.05) return;
  }
}

function percentile(times, percent) {
  const ordered = [...times].sort((a, b) => a - b);
  return ordered[Math.min(Math.floor((ordered.length * percent) / 100), ordered.length - 1)];
}

async function load() {
  const rooms = await openRooms(options.rooms);
  await saturate(rooms, WARM_UP_MS);
  const [processor, bytes] = [processorSeconds(), receivedBytes()];
  const actions = (await saturate(rooms, options.seconds * 1000)).length;
  const spent = processorSeconds() - processor;
  const received = receivedBytes() - bytes;
  const times = await actAtRate(rooms, options.rate, options.seconds);
  return {
    actions,
    serverUs: (spent / actions) * 1e6,
    deliveryBytes: received / actions / 4,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
  };
}

async function idle() {
  await openRooms(FIRST_ROOMS);
  await settle();
  const before = residentKb();
  await openRooms(options.connections / 4);
  await settle();
  return { baseMb: before / 1024, connectionKb: (residentKb() - before) / options.connections };
}

process.on("unhandledRejection", (error) => {
  console.error(error);
  process.exit(1);
});
console.log(JSON.stringify(await (options.task === "idle" ? idle() : load())));
process.exit(0);
