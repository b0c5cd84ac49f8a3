$fileDir = Split-Path -Parent $MyInvocation.MyCommand.Path
cd $fileDir
java '-Dtalend.component.manager.m2.repository=%cd%/../lib' '-Xms256M' '-Xmx1024M' -cp '.;../lib/routines.jar;../lib/job-audit-example-1.0.0.jar;checkairports_0_1.jar;deliverfile_0_1.jar;' airports.checkairports_0_1.CheckAirports --context=Default $args
